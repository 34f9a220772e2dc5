import type { StepContext } from '../state.js';

/** Seconds. */
export const SESSION_LIFETIME = 14 * 24 * 60 * 60;

export const SESSION_COOKIE = 'session';

/** On https, names have a prefix by which browsers refuse cookies that another host or page has set. */
export class OwnCookies {
  readonly #isSecure: boolean;

  constructor(publicUrl: string | undefined) {
    this.#isSecure = publicUrl?.startsWith('https:') ?? false;
  }

  get(ctx: StepContext, name: string): string | undefined {
    return ctx.cookies.get(this.nameOf(name));
  }

  /** Sets a cookie until the browser ends, or for `maxAge` milliseconds. Pages cannot read it, and forms of other sites do not send it. */
  set(ctx: StepContext, name: string, value: string, maxAge?: number): void {
    // The connection to a proxy is not encrypted.
    ctx.cookies.secure = this.#isSecure;
    ctx.cookies.set(this.nameOf(name), value, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      overwrite: true,
      secure: this.#isSecure,
      ...(maxAge !== undefined && { maxAge }),
    });
  }

  remove(ctx: StepContext, name: string): void {
    this.set(ctx, name, '', 0);
  }

  nameOf(name: string): string {
    return this.#isSecure ? `__Host-svcapi_${name}` : `svcapi_${name}`;
  }
}
