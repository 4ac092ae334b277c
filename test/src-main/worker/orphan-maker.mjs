/**
 * A parent that starts a worker, waits until it is stuck in a kernel, says so and is then killed by the
 * test. Arguments: the worker's path, then the requests as JSON.
 */
import { fork } from 'node:child_process';

const [worker, requests] = process.argv.slice(2);
const child = fork(worker, [], { serialization: 'advanced', execArgv: [] });
child.on('message', (message) => {
  if (message.type === 'stage' && message.stage === 'first-launch') {
    process.send({ worker: child.pid, detail: message.detail });
  }
});
JSON.parse(requests).forEach((request, id) => child.send({ id, request }));
