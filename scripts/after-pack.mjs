// electron-builder calls this when the app is laid out and not signed yet: a fuse changed later would break the signature.
import { flipFuses } from '@electron/fuses'
import { join } from 'node:path'
import { fuses } from './fuses.ts'

/** The program in a packaged app's folder, by electron-builder's name of the platform. */
const programIn = ({ appOutDir, electronPlatformName, packager }) => {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin' || electronPlatformName === 'mas')
    return join(appOutDir, `${productFilename}.app`, 'Contents', 'MacOS', productFilename)
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  return join(appOutDir, packager.executableName)
}

/** electron-builder's hook. */
export default async function afterPack(context) {
  // Changing the binary breaks the ad-hoc signature that Apple's arm64 needs; it is made anew.
  const resetAdHocDarwinSignature = context.electronPlatformName === 'darwin'
  await flipFuses(programIn(context), { ...fuses, resetAdHocDarwinSignature })
}
