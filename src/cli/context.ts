import type { ExitReason } from '../domain/failure.js';
import {
  type Origin,
  type Profile,
  readProfile,
  readSettings,
  readWithOrigins,
  type Sources,
} from '../settings/read.js';
import type { SettingName, Settings } from '../settings.js';
import type { InterruptSignal } from './exit-status.js';
import type { Io } from './io.js';
import { Output } from './output/output.js';
import { sanitize } from './output/sanitize.js';

/** The longest message, in characters. */
const MAX_LENGTH = 2000;

/** The part of a command that settings are read from. */
export interface FlagSource {
  givenSettings(): Sources['flags'];
}

/** Everything that a command needs from its surroundings: streams, messages, the clock and settings. */
export class Context {
  readonly io: Io;
  readonly stdout: Output;
  /** The exit code, when nothing is thrown. */
  exit: ExitReason = 'ok';
  /** The signal that has interrupted the command: it determines the exit code, whatever else happens. */
  interruptedBy: InterruptSignal | undefined;

  constructor(io: Io) {
    this.io = io;
    this.stdout = new Output(io.stdout);
    // An error of standard error cannot be reported anywhere.
    io.stderr.on('error', () => {});
  }

  /** Returns the current time in Unix seconds. */
  now(): number {
    return Math.floor(this.io.now() / 1000);
  }

  /** Prints a line on standard error, sanitized and cut to a maximum length, since it may quote foreign text. */
  info(line: string): void {
    const shown = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
    this.stdout.besides(() => this.io.stderr.write(`${sanitize(shown)}\n`));
  }

  /** Prints an error message. */
  error(line: string): void {
    this.info(`svcapi: ${line}`);
  }

  /**
   * Reads settings: from a flag, else the environment, else the profile or the config file, else the default.
   *
   * @throws {SettingError} with the source, the value and the accepted values
   */
  settings<N extends SettingName>(command: FlagSource, names: readonly N[]): Promise<Pick<Settings, N>> {
    return readSettings(names, this.#sources(command));
  }

  /** Reads settings, with the kind of source that has given each. */
  settingsWithOrigins<N extends SettingName>(
    command: FlagSource,
    names: readonly N[],
    stored: Pick<Sources, 'stored' | 'usedProfile'>,
  ): Promise<{ settings: Pick<Settings, N>; origins: Record<N, Origin> }> {
    return readWithOrigins(names, { ...this.#sources(command), ...stored });
  }

  /**
   * Returns the profile that a flag, the environment or the config file selects.
   *
   * @param usedProfile the profile when none of them selects one
   */
  profile(command: FlagSource, usedProfile: string | undefined): Promise<Profile> {
    return readProfile({ ...this.#sources(command), usedProfile });
  }

  #sources(command: FlagSource): Sources {
    const { env, cwd } = this.io;
    return { flags: command.givenSettings(), env, cwd };
  }
}
