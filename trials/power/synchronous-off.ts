import { setSynchronous } from './set-synchronous.js';

// Loaded before the service.
setSynchronous('off');
