/** Joins the channel to the parent with what answers its requests. Wiring only. */
import { protocolVersion } from '../profiling/protocol';
import { openChannel } from './channel';
import { endWithParent } from './parent-watch';
import { createServer } from './serve';

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
