// Captures of Fanorona on a GPU: a part of settle.cu of the lattice's endings.
//
// Chains are walked without tables of their own: with so few stones a row of enemies is soon at its end.

__device__ static bool can_capture(word_t own, word_t enemy) {
    word_t found = 0;
    for (int direction = 0; direction < 8; direction++) {
        word_t ahead = leaving_twice[direction] & shifted(shifted(enemy, direction ^ 4), direction ^ 4);
        word_t behind = leaving[direction ^ 4] & shifted(enemy, direction);
        found |= steppers(own, enemy, direction) & (ahead | behind);
    }
    return found != 0;
}

// What a step captures: enemies without a gap, from the next point after `point` on.
__device__ static word_t row_of_enemies(word_t point, word_t enemy, int direction) {
    word_t row = 0;
    while (point & leaving[direction]) {
        point = shifted(point, direction);
        if (!(point & enemy)) break;
        row |= point;
    }
    return row;
}

struct Step {  // where a chain has come to
    word_t point, free, enemy;
    int barred, way;  // the direction it may not go, and the way that is tried next: by approach, by withdrawal
};

__device__ static int by_captures(const word_t *directory, word_t own, word_t enemy) {
    Best best;
    const int movers = __popcll(own);
    for (word_t origins = own; origins; origins &= origins - 1) {
        const word_t origin = origins & -origins;
        Step chain[MOST_STONES];
        int depth = 0;
        chain[0] = {origin, BOARD & ~own, enemy, -1, 0};
        bool go_on[MOST_STONES];
        go_on[0] = false;
        while (depth >= 0) {
            Step &here = chain[depth];
            if (here.way == 16) {
                // By rules that let nobody stop, a chain ends where it cannot go on.
                if (depth > 0 && (!OBLIGATORY || !go_on[depth])) {
                    if (!here.enemy) return WON_AT_ONCE;
                    Table table(directory, __popcll(here.enemy), movers);
                    best.add(table.kept(directory, here.enemy, own ^ origin ^ here.point));
                }
                depth--;
                continue;
            }
            const int direction = here.way >> 1, by_withdrawal = here.way & 1;
            here.way++;
            if (direction == here.barred || !(here.point & leaving[direction])) continue;
            const word_t target = shifted(here.point, direction);
            if (!(target & here.free & ~here.enemy)) continue;
            const word_t taken = by_withdrawal ? row_of_enemies(here.point, here.enemy, direction ^ 4)
                                               : row_of_enemies(target, here.enemy, direction);
            if (!taken) continue;
            go_on[depth] = true;
            depth++;
            chain[depth] = {target, here.free ^ target, here.enemy ^ taken, CHANGE_DIRECTION ? direction : -1, 0};
            go_on[depth] = false;
        }
    }
    return best.byte();
}
