/** Whoever keeps the secrets of signing sets these; an empty one, as workflows hand over a secret that is not there, is none. */
const secrets = [
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'WIN_CSC_LINK',
  'WIN_CSC_KEY_PASSWORD',
  'APPLE_ID',
  'APPLE_APP_SPECIFIC_PASSWORD',
  'APPLE_TEAM_ID',
]
const targets: Partial<Record<NodeJS.Platform, string>> = { linux: '--linux', darwin: '--mac', win32: '--win' }

export type Packaging = {
  /** For electron-builder's command line. */
  args: string[]
  env: NodeJS.ProcessEnv
  /** What whoever packages should know, a sentence each. */
  notes: string[]
}

/**
 * How the desktop app is packaged on `platform`. Updates are looked for by a package whose signature says whose it is, and only
 * where GUILDHALL_UPDATES_URL said from where (src-main/updates/feed.ts). Throws on an address that is none.
 */
export const packaging = (platform: NodeJS.Platform, given: NodeJS.ProcessEnv): Packaging => {
  const target = targets[platform]
  if (!target) throw new Error(`There is no desktop app for ${platform}.`)
  const env = Object.fromEntries(Object.entries(given).filter(([name, value]) => value || !secrets.includes(name)))
  const isSigned = Boolean(env['CSC_LINK'] || (platform === 'win32' && env['WIN_CSC_LINK']))
  const notes = platform === 'linux' || isSigned ? [] : ['CSC_LINK is not set: the package is not signed.']
  // Nothing is published from here: the files are looked at and put up by somebody.
  const args = [target, '--publish', 'never']
  const url = env['GUILDHALL_UPDATES_URL']
  if (url && URL.parse(url)?.protocol !== 'https:')
    throw new Error(`GUILDHALL_UPDATES_URL must begin with https://; it was "${url}".`)
  if (url && platform !== 'linux' && isSigned)
    return { args: [...args, '-c.publish.provider=generic', `-c.publish.url=${url}`], env, notes }
  return { args, env, notes: [...notes, 'The app will not look for updates of itself.'] }
}
