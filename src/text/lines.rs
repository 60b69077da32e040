//! Lines of bytes, for readers of many lines side by side.

/// The end of the line to which the byte at a place belongs, after its newline.
pub(crate) fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |newline| at + newline + 1)
}

/// The end of segment number `segment`, if `text` is cut at newlines into `segments` segments of
/// about the same length. The segment begins at `first`; an empty one also ends there.
pub(crate) fn segment_end(text: &[u8], first: usize, segment: usize, segments: usize) -> usize {
    // In 64 bits, because one line may be long.
    let share = (text.len() as u64 * (segment as u64 + 1) / segments as u64) as usize;
    if share > first { line_end(text, share - 1) } else { first }
}

/// Eight bytes from a place on, the first one lowest; zeros beyond the end.
#[inline(always)]
pub(crate) fn eight_bytes(text: &[u8], at: usize) -> u64 {
    match text.get(at..).and_then(|bytes| bytes.first_chunk()) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => last_bytes(text, at),
    }
}

#[cold]
fn last_bytes(text: &[u8], at: usize) -> u64 {
    text.iter().skip(at).rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte))
}
