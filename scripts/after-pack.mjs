// electron-builder calls this script before it signs the app: a fuse that is changed later would break the signature.
import { flipFuses } from '@electron/fuses'
import { join } from 'node:path'
import { fuses } from './fuses.ts'

/** The path of the program in a packaged app's folder, which differs by platform. */
const programIn = ({ appOutDir, electronPlatformName, packager }) => {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'darwin' || electronPlatformName === 'mas')
    return join(appOutDir, `${productFilename}.app`, 'Contents', 'MacOS', productFilename)
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  return join(appOutDir, packager.executableName)
}

/** Sets the fuses. electron-builder calls this function as its hook `afterPack`. */
export default async function afterPack(context) {
  // On macOS changing the binary breaks its ad-hoc signature, which Apple's arm64 needs, so the signature is made again.
  const resetAdHocDarwinSignature = context.electronPlatformName === 'darwin'
  await flipFuses(programIn(context), { ...fuses, resetAdHocDarwinSignature })
}
