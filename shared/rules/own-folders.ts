/** What of this computer decides where a program keeps things. `home` may throw: a container's user may have no name and no HOME. */
export type Computer = { platform: string; env: Readonly<Record<string, string | undefined>>; home: () => string }

/**
 * The path of a program's own folder for data, config or cache, where the system has it, in parts. Home is read only
 * when no variable names the place. Errors: those of `home`.
 */
export const ownFolder = (
  kind: 'data' | 'config' | 'cache',
  name: string,
  { platform, env, home }: Computer,
): string[] => {
  const below = (variable: string, ...parts: string[]) => {
    const named = env[variable]
    return named ? [named] : [home(), ...parts]
  }
  if (platform === 'darwin')
    return [home(), 'Library', { data: 'Application Support', config: 'Preferences', cache: 'Caches' }[kind], name]
  if (platform === 'win32')
    return kind === 'config'
      ? [...below('APPDATA', 'AppData', 'Roaming'), name, 'Config']
      : [...below('LOCALAPPDATA', 'AppData', 'Local'), name, kind === 'data' ? 'Data' : 'Cache']
  // Source: the XDG Base Directory Specification.
  const place = {
    data: ['XDG_DATA_HOME', '.local', 'share'],
    config: ['XDG_CONFIG_HOME', '.config'],
    cache: ['XDG_CACHE_HOME', '.cache'],
  } as const
  const [variable, ...parts] = place[kind]
  return [...below(variable, ...parts), name]
}
