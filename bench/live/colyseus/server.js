// Colyseus: two players a room, state in memory, patches to both every 50 ms (its default). PORT in the environment.
'use strict';
const http = require('http');
const { Server, Room } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { Schema, ArraySchema, MapSchema, defineTypes } = require('@colyseus/schema');
const { deal, draw } = require('../cards.js');

class Player extends Schema {}
defineTypes(Player, { stock: ['int8'], waste: ['int8'], tableau: ['string'], moves: 'uint32' });
class State extends Schema {}
defineTypes(State, { players: { map: Player } });

function seated() {
  const dealt = deal(12345);
  const player = new Player();
  player.stock = new ArraySchema(...dealt.stock);
  player.waste = new ArraySchema();
  player.tableau = new ArraySchema(...dealt.tableau.map((column) => column.join(',')));
  player.moves = 0;
  return player;
}

class Klondike extends Room {
  onCreate() {
    this.maxClients = 2;
    this.state = new State();
    this.state.players = new MapSchema();
    this.onMessage('m', (client, number) => {
      draw(this.state.players.get(client.sessionId));
      client.send('a', number);
    });
  }
  onJoin(client) {
    this.state.players.set(client.sessionId, seated());
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport({ server: http.createServer() }) });
server.define('klondike', Klondike);
server.listen(+process.env.PORT, '127.0.0.1').then(() => console.log('ready'));
