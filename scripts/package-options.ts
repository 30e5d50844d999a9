/** The variables with the secrets of signing. An empty one counts as missing: workflows set a secret that does not exist to ''. */
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

export type PackageOptions = {
  /** The arguments for electron-builder. */
  args: string[]
  env: NodeJS.ProcessEnv
  /** Sentences for the person who packages the app. */
  notes: string[]
}

/**
 * How the desktop app is packaged on `platform`. It looks for updates only if it is signed and GUILDHALL_UPDATES_URL
 * was set when it was packaged (src-main/updates/feed.ts). Errors: Error for an unknown platform, or an address that is
 * not https.
 */
export const packaging = (platform: NodeJS.Platform, given: NodeJS.ProcessEnv): PackageOptions => {
  const target = targets[platform]
  if (!target) throw new Error(`There is no desktop app for ${platform}.`)
  const env = Object.fromEntries(Object.entries(given).filter(([name, value]) => value || !secrets.includes(name)))
  const isSigned = Boolean(env['CSC_LINK'] || (platform === 'win32' && env['WIN_CSC_LINK']))
  const notes = platform === 'linux' || isSigned ? [] : ['CSC_LINK is not set: the package is not signed.']
  // electron-builder publishes nothing: a person looks at the files and publishes them.
  const args = [target, '--publish', 'never']
  const url = env['GUILDHALL_UPDATES_URL']
  if (url && URL.parse(url)?.protocol !== 'https:')
    throw new Error(`GUILDHALL_UPDATES_URL must begin with https://; it was "${url}".`)
  if (url && platform !== 'linux' && isSigned)
    return { args: [...args, '-c.publish.provider=generic', `-c.publish.url=${url}`], env, notes }
  return { args, env, notes: [...notes, 'The app will not look for updates of itself.'] }
}
