//! Splits the output of `fitz` into its parts.

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Board,
    Tile,
    /// `Player *] `
    Prompt,
    /// `Player * => 1 0 rotated 90`, with the number of the side.
    Automatic(usize),
    /// `Player * wins`
    Result,
    /// Rows of the tile display.
    Other,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Board => "the board",
            Kind::Tile => "the tile to be placed",
            Kind::Prompt => "the prompt",
            Kind::Automatic(_) => "the automatic move",
            Kind::Result => "the result",
            Kind::Other => "the shape display",
        }
    }
}

/// A part with its place in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The parts of the law's output, in order. Lines of one kind in sequence are one part.
pub(super) fn blocks(text: &str, shows_tiles: bool) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        let mut after_prompt = false;
        while let Some((_, later)) = rest.split_once("] ").filter(|(head, _)| head.len() == 8 && !shows_tiles) {
            let end = at + rest.len() - later.len();
            blocks.push(Block { kind: Kind::Prompt, start: at, end });
            (rest, at) = (later, end);
            after_prompt = true;
        }
        if rest.is_empty() {
            continue;
        }
        let kind = match rest.as_bytes() {
            _ if shows_tiles => Kind::Other,
            [b',' | b'!', ..] => Kind::Tile,
            [b'P', ..] if rest.contains(" => ") => Kind::Automatic(usize::from(rest.starts_with("Player #"))),
            [b'P', ..] => Kind::Result,
            _ => Kind::Board,
        };
        let end = at + rest.len();
        match blocks.last_mut().filter(|last| last.kind == kind && !after_prompt) {
            Some(last) => last.end = end,
            None => blocks.push(Block { kind, start: at, end }),
        }
        at = end;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_is_split_into_its_parts() {
        let text =
            "..\n..\n,!,,,\n,,,,,\nPlayer *] Player *] *.\n..\nPlayer # => 1 0 rotated 90\n*.\n#.\nPlayer * wins\n";
        let kinds: Vec<Kind> = blocks(text, false).iter().map(|block| block.kind).collect();
        let expected = [
            Kind::Board,
            Kind::Tile,
            Kind::Prompt,
            Kind::Prompt,
            Kind::Board,
            Kind::Automatic(1),
            Kind::Board,
            Kind::Result,
        ];
        assert_eq!(kinds, expected);
        assert_eq!(blocks(text, false).last().map(|block| block.end), Some(text.len()));
    }
}
