import { strict as assert } from 'node:assert';
import test from 'node:test';
import { isLoopback, movedTo, originsFor } from '../src/core/addresses';

test('addresses of this machine alone are known', () => {
  for (const own of ['localhost', 'app.localhost', '127.0.0.1', '127.3.2.1', '[::1]']) assert.ok(isLoopback(own), own);
  for (const other of ['192.168.1.20', 'xiangqi.example.org', '[2001:db8::1]', '128.0.0.1']) {
    assert.ok(!isLoopback(other), other);
  }
});

test('a link begins with what others can follow, if there is such an address', () => {
  const known = ['http://192.168.1.20:8088', 'http://10.0.0.7:8088'];
  const local = 'http://127.0.0.1:8088';
  assert.deepEqual(originsFor(local, known), [...known, local]);
  assert.deepEqual(originsFor(local, []), [local]);
  // Who came by an address of the network knows that it works.
  assert.deepEqual(originsFor('http://10.0.0.7:8088', known), ['http://10.0.0.7:8088', 'http://192.168.1.20:8088']);
  assert.deepEqual(originsFor('https://xiangqi.example.org', []), ['https://xiangqi.example.org']);
});

test('a link that is moved keeps all behind its beginning', () => {
  assert.equal(movedTo('http://10.0.0.7:8088', 'http://127.0.0.1:8088/k/a/b'), 'http://10.0.0.7:8088/k/a/b');
  assert.equal(movedTo('https://x.org', 'http://127.0.0.1/?a=1#/game/1x'), 'https://x.org/?a=1#/game/1x');
});
