// pos.h of the Breakdown document, with gridlaw behind it. Made from the sources by cbindgen.


#ifndef POS_H
#define POS_H

// A square: row and column, both from 0, from the top left.
typedef struct pos {
  // The row.
  unsigned int r;
  // The column.
  unsigned int c;
} pos;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The square in row r and column c.
struct pos make_pos(unsigned int r, unsigned int c);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* POS_H */
