/**
 * Answers the parent's requests with a session, one at a time and each exactly once. A thrown error is
 * a bug or an argument that no check foresaw: it is answered too, and the worker lives on.
 */
import type { Result } from '@shared/domain/result';
import { ok } from '@shared/domain/result';
import type {
  FromWorker,
  ToWorker,
  WorkerFailure,
  WorkerReplies,
  WorkerRequest,
} from '../profiling/protocol';
import type { Session } from '../opencl/session';
import { createSession, listDevices } from '../opencl/session';

type AnyReply = WorkerReplies[WorkerRequest['type']];

const answer = (session: Session, request: WorkerRequest): Result<AnyReply, WorkerFailure> => {
  switch (request.type) {
    case 'list':
      return ok(listDevices());
    case 'open':
      return session.open(request.deviceKey, request.tryLoops);
    case 'build':
      return session.build(request.source, request.options);
    case 'prepare':
      return session.prepare(request.kernel, request.buffers, request.reference, request.guarded);
    case 'visit':
      return session.visit(request);
    case 'visits':
      return session.visitAgain(request.visits);
    case 'in-place':
      return session.inPlace(request);
    case 'chosen':
      return session.chosen(request.launch);
    case 'close':
      session.close();
      return ok(null);
  }
};

const unforeseen = (request: WorkerRequest, thrown: unknown): WorkerFailure => ({
  reason: 'crashed',
  status: null,
  call: null,
  message: `The worker's "${request.type}" step threw: ${thrown instanceof Error ? thrown.message : String(thrown)}.`,
});

/** The function that takes the parent's messages. `send` must not throw. */
export const createServer = (
  send: (message: FromWorker) => void,
): ((message: ToWorker) => void) => {
  let current = 0;
  const session = createSession((stage, detail) => {
    send({ type: 'stage', id: current, stage, detail });
  });
  return ({ id, request }) => {
    current = id;
    session.begin();
    let result: Result<AnyReply, WorkerFailure>;
    try {
      result = answer(session, request);
    } catch (thrown) {
      result = { ok: false, error: unforeseen(request, thrown) };
    }
    send({ type: 'reply', id, result });
  };
};
