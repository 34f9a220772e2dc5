const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota on the disk is used up',
  EMFILE: 'this program has too many open files',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links lead in a circle',
};

/** A shell without matches, and each shell of Windows, passes the pattern on. */
export const NAME_EACH = 'name each file, since the shell has not replaced the *';

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

export function reasonOf(error: unknown): string {
  const known = isSystemError(error) ? REASONS[error.code ?? ''] : undefined;
  if (isSystemError(error) && error.code === 'ENOENT' && error.path?.includes('*')) return `${known}; ${NAME_EACH}`;
  return known ?? (error instanceof Error ? error.message : String(error));
}
