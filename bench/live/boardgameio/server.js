// boardgame.io: two players a match, both may move at any time, state in memory. PORT in the environment.
'use strict';
const { Server } = require('boardgame.io/server');
const { deal, draw } = require('../cards.js');

const hidden = (column) => column.map((card, at) => (at === column.length - 1 ? card : -1));
const klondike = {
  name: 'klondike',
  disableUndo: true,
  setup: () => ({ last: ['', 0], players: { 0: deal(12345), 1: deal(12345) } }),
  turn: { activePlayers: { all: 'race' }, stages: { race: {} } },
  moves: {
    draw: {
      ignoreStaleStateID: true,
      client: false,
      move: ({ G, playerID }, number) => {
        draw(G.players[playerID]);
        G.last = [playerID, number];
      },
    },
  },
  playerView: ({ G }) => ({
    ...G,
    players: Object.fromEntries(
      Object.entries(G.players).map(([id, player]) => [
        id,
        { ...player, stock: player.stock.length, tableau: player.tableau.map(hidden) },
      ]),
    ),
  }),
};

const server = Server({ games: [klondike], origins: [/./] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, '127.0.0.1', done);
server.run({ port: +process.env.PORT, callback: () => console.log('ready') });
