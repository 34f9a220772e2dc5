import type { Step } from './context/state.js';
import type { PathRouter } from './request/path-router.js';
import type { Services } from './services.js';

/** The steps and parts that a sandbox adds to the service. A service without one takes no further step. */
export interface SandboxSteps {
  /** Replaces parts of the service. */
  adapt(services: Services): Services;
  /** The step around all that can refuse a request. */
  first(router: PathRouter): Step;
  /** The step that serves the paths of the sandbox itself. */
  control: Step;
  /** The step after the one that counts calls. */
  afterCount: Step;
  /** The step before the handler of a route, after its parameters were read. */
  beforeAnswer: Step;
}
