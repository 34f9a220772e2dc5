import type { ExitReason } from '../domain/failure.js';
import { type Profile, readProfile, readSettings, type Sources } from '../settings/read.js';
import type { SettingName, Settings } from '../settings.js';
import type { Io } from './io.js';
import { Output } from './output/output.js';
import { sanitize } from './output/sanitize.js';

/** No message for people needs more characters. */
const MAX_LENGTH = 2000;

/** A command, as the settings need it: with the flags that it was given. */
export interface FlagSource {
  givenSettings(): Sources['flags'];
}

/** What every command is given: the world outside, and its own way to print, to complain and to learn its settings. */
export class Context {
  readonly io: Io;
  readonly stdout: Output;
  /** How the program ends where nothing is thrown. */
  exit: ExitReason = 'ok';

  constructor(io: Io) {
    this.io = io;
    this.stdout = new Output(io.stdout);
    // There is nowhere left to report that the place for reports is gone.
    io.stderr.on('error', () => {});
  }

  /** The present moment, in Unix seconds. */
  now(): number {
    return Math.floor(this.io.now() / 1000);
  }

  /** One line for people, on standard error. What others wrote may be quoted in it, however long. */
  info(line: string): void {
    const shown = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
    this.io.stderr.write(`${sanitize(shown)}\n`);
  }

  /** One line about something that went wrong. */
  error(line: string): void {
    this.info(`svcapi: ${line}`);
  }

  /**
   * The settings of the given names: flag, then environment, then profile and config file, then default.
   *
   * @param stored what was stored for the profile elsewhere than in the config file
   * @throws {SettingError} that names the source, the value and what is accepted
   */
  settings<N extends SettingName>(
    command: FlagSource,
    names: readonly N[],
    stored?: ReadonlyMap<SettingName, unknown>,
  ): Promise<Pick<Settings, N>> {
    const { env, cwd } = this.io;
    return readSettings(names, { flags: command.givenSettings(), env, cwd, stored });
  }

  /** The profile that is chosen by flag, environment or config file. */
  profile(command: FlagSource): Promise<Profile> {
    const { env, cwd } = this.io;
    return readProfile({ flags: command.givenSettings(), env, cwd });
  }
}
