// How to open a seat and to move in each system. `open` resolves once the seat has its state; `seat.ack(n)` is called for
// the n-th move of a seat.
'use strict';
const http = require('http');
const WebSocket = require('ws');

const options = { perMessageDeflate: false, skipUTF8Validation: true, maxPayload: 1 << 26 };

function socket(seat, address, fail) {
  const opened = new WebSocket(address, options);
  opened.on('error', fail);
  opened.on('close', (code) => {
    seat.count.closed++;
    fail(new Error(`closed with ${code}`)); // nothing, once the seat is open
  });
  seat.ws = opened;
  return opened;
}

function klondike({ port, seats, moves }) {
  // Seats are laid out beforehand: a started race of two for each match.
  return {
    async prepare(pair, number) {
      pair.forEach((seat, side) => Object.assign(seat, seats[2 * number + side]));
    },
    open: (seat) =>
      new Promise((resolve, reject) => {
        const ws = socket(seat, `ws://127.0.0.1:${port}/ws/v1/play`, reject);
        const head = `{"type":"moved","topic":"game:${seat.game}","after":`.length;
        ws.on('open', () => {
          ws.send(JSON.stringify({ type: 'hello', token: seat.token }));
          ws.send(JSON.stringify({ type: 'watch', topic: `race:${seat.race}` }));
        });
        ws.on('message', (data) => {
          seat.count.messages++;
          seat.count.bytes += data.length;
          if (data[9] === 109) {
            // moved: its `after` is the number of the event before, and the first move comes after event 1
            const text = data.latin1Slice(head, head + 10);
            seat.ack(parseInt(text, 10));
          } else if (data[9] === 115) {
            resolve();
          } else if (data[9] === 114) {
            seat.count.refused++;
            reject(new Error(data.toString()));
          }
        });
        const front = `{"type":"move","topic":"game:${seat.game}","id":"m`;
        seat.move = (n) => ws.send(`${front}${n}","after":${n},"move":"${moves[n - 1]}"}`);
      }),
  };
}

function post(port, path) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json', 'content-length': 2 };
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => (response.statusCode === 200 ? resolve(JSON.parse(body)) : reject(new Error(body))));
    });
    request.on('error', reject);
    request.end('{}');
  });
}

function colyseus({ port }) {
  return {
    async prepare([one, other]) {
      one.reservation = await post(port, '/matchmake/create/klondike');
      other.reservation = await post(port, `/matchmake/joinById/${one.reservation.room.roomId}`);
    },
    open: (seat) =>
      new Promise((resolve, reject) => {
        const { room, sessionId } = seat.reservation;
        const ws = socket(seat, `ws://127.0.0.1:${port}/${room.processId}/${room.roomId}?sessionId=${sessionId}`, reject);
        ws.on('message', (data) => {
          seat.count.messages++;
          seat.count.bytes += data.length;
          if (data[0] === 10) ws.send(Buffer.from([10])); // joined
          else if (data[0] === 14) resolve(); // the state
          else if (data[0] === 13) seat.ack(number(data)); // a message
        });
        seat.move = (n) => {
          const frame = Buffer.allocUnsafe(8);
          frame.set([13, 0xa1, 109, 0xce]);
          frame.writeUInt32BE(n, 4);
          ws.send(frame);
        };
      }),
  };
}

function number(data) {
  const kind = data[3];
  if (kind < 0x80) return kind;
  if (kind === 0xcc) return data[4];
  return kind === 0xcd ? data.readUInt16BE(4) : data.readUInt32BE(4);
}

function boardgameio({ port }) {
  let matches = 0;
  return {
    async prepare(pair) {
      const match = `match${process.pid}-${matches++}`;
      pair.forEach((seat, side) => Object.assign(seat, { match, side }));
    },
    open: (seat) =>
      new Promise((resolve, reject) => {
        const ws = socket(seat, `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, reject);
        const needle = `"last":["${seat.side}",`;
        ws.on('message', (data) => {
          seat.count.messages++;
          seat.count.bytes += data.length;
          const text = data.latin1Slice(0, data.length);
          if (text[0] === '2') ws.send('3');
          else if (text[0] === '0') ws.send('40/klondike,');
          else if (text.startsWith('40')) ws.send(`42/klondike,["sync","${seat.match}","${seat.side}",null,2]`);
          else if (text.startsWith('"sync"', 13)) resolve();
          else if (text.startsWith('"update"', 13)) {
            const at = text.indexOf(needle);
            if (at > 0) seat.ack(parseInt(text.slice(at + needle.length, at + needle.length + 10), 10));
          }
        });
        seat.move = (n) => {
          const payload = `{"type":"draw","args":[${n}],"playerID":"${seat.side}","credentials":null}`;
          const action = `{"type":"MAKE_MOVE","payload":${payload}}`;
          ws.send(`42/klondike,["update",${action},0,"${seat.match}","${seat.side}"]`);
        };
      }),
  };
}

module.exports = { klondike, colyseus, boardgameio };
