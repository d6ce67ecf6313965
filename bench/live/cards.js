// A deal and a move for servers without rules of their own: draw one card, or turn the waste over.
'use strict';

function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function deal(seed) {
  const next = random(seed);
  const deck = [...Array(52).keys()];
  for (let i = 51; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  const tableau = [];
  for (let column = 0; column < 7; column++) tableau.push(deck.splice(0, column + 1));
  return { tableau, stock: deck, waste: [], moves: 0 };
}

function draw(player) {
  if (player.stock.length) player.waste.push(player.stock.pop());
  else while (player.waste.length) player.stock.push(player.waste.pop());
  player.moves++;
}

module.exports = { deal, draw };
