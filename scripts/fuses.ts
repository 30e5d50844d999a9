// Fuses are switches in the packaged Electron binary. With these, nobody can turn on from outside what the app never needs.
import { FuseV1Options, FuseVersion } from '@electron/fuses'

export const fuses = {
  version: FuseVersion.V1,
  // A fuse that a newer Electron adds fails the packaging until somebody has decided about it.
  strictlyRequireAllFuses: true,
  // The embedded server is a utility process, so nothing needs Electron as plain Node.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  // We ship no snapshot of our own for the main process.
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The page has its own scheme; file:// gets no privileges.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Trap handlers make WebAssembly quick and do not make it less safe.
  [FuseV1Options.WasmTrapHandlers]: true,
}
