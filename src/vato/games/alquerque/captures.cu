// Captures of Alquerque on a GPU: a part of settle.cu of the lattice's endings.

__device__ static word_t all_jumpers(word_t own, word_t enemy) {
    const word_t empty = BOARD & ~(own | enemy);
    word_t found = 0;
    for (int direction = 0; direction < 8; direction++) {
        const int back = direction ^ 4;
        found |= own & leaving_twice[direction] & shifted(enemy & shifted(empty, back), back);
    }
    return found;
}

__device__ static bool can_capture(word_t own, word_t enemy) { return all_jumpers(own, enemy) != 0; }

struct Jump {  // where a turn has come to
    word_t point, enemy;
    int way;  // the direction that is tried next
    bool goes_on;
};

__device__ static int by_captures(const word_t *directory, word_t own, word_t enemy) {
    Best best;
    const word_t able = all_jumpers(own, enemy);
    for (word_t origins = able; origins; origins &= origins - 1) {
        const word_t origin = origins & -origins, others = own ^ origin;
        Jump turn[MOST_STONES];
        int depth = 0;
        turn[0] = {origin, enemy, 0, false};
        while (depth >= 0) {
            Jump &here = turn[depth];
            if (here.way == 8) {
                if (depth > 0 && (!OBLIGATORY || !here.goes_on)) {
                    if (!here.enemy) return WON_AT_ONCE;
                    const word_t moved = others | here.point;
                    best.add(Table(directory, __popcll(here.enemy), __popcll(moved)).kept(directory, here.enemy, moved));
                }
                depth--;
                continue;
            }
            const int direction = here.way++;
            if (!(here.point & leaving_twice[direction])) continue;
            const word_t over = shifted(here.point, direction), target = shifted(over, direction);
            if (!(over & here.enemy) || target & (others | here.enemy)) continue;
            here.goes_on = true;
            turn[++depth] = {target, here.enemy ^ over, 0, false};
        }
    }
#if HUFF
    // A step costs every stone that could have captured; who has none left then would have done better to capture.
    for (int direction = 0; direction < 8; direction++)
        for (word_t movers = steppers(own, enemy, direction); movers; movers &= movers - 1) {
            const word_t bit = movers & -movers, target = shifted(bit, direction);
            const word_t left = (own ^ bit ^ target) & ~(able & bit ? (able ^ bit) | target : able);
            if (left) best.add(Table(directory, __popcll(enemy), __popcll(left)).kept(directory, enemy, left));
        }
#endif
    return best.byte();
}
