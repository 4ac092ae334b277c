/** Everything that has to be there before a check or a test: system packages, then npm packages. */
import { ensurePackages } from './ensure-packages.mjs';
import { prepareMachine } from './prepare-machine.mjs';
import { runScript } from './project.mjs';

await runScript(() => {
  prepareMachine(true);
  ensurePackages();
});
