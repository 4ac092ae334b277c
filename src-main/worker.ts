/**
 * The device worker's entry: the only process in which OpenCL is loaded. Wiring only.
 */
import { protocolVersion } from './profiling/protocol';
import { openChannel } from './worker/channel';
import { endWithParent } from './worker/parent-watch';
import { createServer } from './worker/serve';

const channel = openChannel();
if (channel === null) {
  process.stderr.write(
    'This file is a device worker of NDRange Workbench and starts by itself only.\n',
  );
  process.exit(2);
}
endWithParent(channel, () => process.exit(0));
channel.onMessage(createServer((message) => channel.send(message)));
channel.send({ type: 'ready', protocol: protocolVersion, pid: process.pid });
