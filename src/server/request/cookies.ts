import type { StepContext } from '../state.js';

/** The lifetime of a session, in seconds. */
export const SESSION_LIFETIME = 14 * 24 * 60 * 60;

/** The name of the cookie of a session. */
export const SESSION_COOKIE = 'session';

/** The cookies of a service: on https their names have a prefix, by which browsers refuse those that another host or page has set. */
export class OwnCookies {
  readonly #isSecure: boolean;

  /** @param publicUrl the address of the service for its clients */
  constructor(publicUrl: string | undefined) {
    this.#isSecure = publicUrl?.startsWith('https:') ?? false;
  }

  get(ctx: StepContext, name: string): string | undefined {
    return ctx.cookies.get(this.nameOf(name));
  }

  /** Sets a cookie until the browser ends, or for `maxAge` milliseconds. Pages cannot read it, and no other site sends it with a form. */
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
