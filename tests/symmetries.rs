//! Symmetries of games chosen at run time: images, the canonical one among them, and their actions.

mod positions;

use std::collections::HashSet;

use gridlaw::games::Engine;
use gridlaw::{AnyGame, GameKind};

use positions::positions;

#[test]
fn images_of_a_position_have_one_canonical_form() {
    for (game, positions) in positions() {
        assert_eq!(game.start().symmetries().len(), game.start_on(Engine::Naive).symmetries().len(), "{game}");
        for playing in positions.iter().step_by(5) {
            let images = playing.symmetries();
            assert_eq!(images[0], *playing);
            let canonical = playing.canonical();
            assert!(images.contains(&canonical), "{playing:?}");
            for image in images {
                assert_eq!(image.canonical(), canonical, "{game}: {image:?}");
                assert_eq!((image.outcome(), image.count_moves()), (playing.outcome(), playing.count_moves()));
            }
        }
    }
}

/// To play an action and take an image is to take the image and play the action's image.
#[test]
fn actions_have_the_images_of_their_moves() {
    let mut kinds = HashSet::new();
    for (game, positions) in positions() {
        let (count, symmetries) = (game.action_count(), game.start().symmetries().len());
        let images_of = |symmetry| (0..count).map(move |action| (action, symmetry));
        let map = |(action, symmetry)| game.map_action(action, symmetry).expect("an action and a symmetry");
        let tables: Vec<Vec<u32>> = (0..symmetries).map(|symmetry| images_of(symmetry).map(map).collect()).collect();
        for table in &tables {
            assert_eq!(table.iter().collect::<HashSet<_>>().len(), count as usize, "{game}: no permutation");
        }
        assert!(tables[0].iter().copied().eq(0..count));
        assert_eq!((game.map_action(0, symmetries), game.map_action(count, 0)), (None, None), "{game}");
        for before in positions.iter().step_by(11) {
            let images = before.symmetries();
            for action in before.actions().into_iter().step_by(3) {
                let mut after = before.clone();
                after.play_action(action).unwrap();
                for (expected, (image, table)) in after.symmetries().iter().zip(images.iter().zip(&tables)) {
                    let mut image = image.clone();
                    image.play_action(table[action as usize]).unwrap();
                    assert_eq!(image, *expected, "{game}, {action}");
                }
            }
        }
        kinds.insert(game.kind());
    }
    assert_eq!(kinds.len(), GameKind::ALL.len());
    // A stick longer than the board's rows.
    let game: AnyGame = "breakdown -w 2 -h 2 -k 3 -q 2".parse().unwrap();
    assert_eq!([0, 1, 2, 3, 4].map(|action| game.map_action(action, 1)), [1, 0, 2, 3, 4].map(Some));
}
