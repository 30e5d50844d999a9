// Switches that are burnt into the packaged Electron binary: what the app never needs can then not be turned on from outside.
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
  // Traps make WebAssembly quick, and cost no safety.
  [FuseV1Options.WasmTrapHandlers]: true,
}
