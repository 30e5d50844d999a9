/** The settings of a build. When they are unset, the app talks to the server that serves it, and sends no analytics. */
interface ImportMetaEnv {
  readonly VITE_SERVER_URL?: string
  readonly VITE_ANALYTICS_URL?: string
  readonly VITE_ANALYTICS_KEY?: string
}

/** A module that vite bundles as the code of a worker. */
declare module '*?worker' {
  const Constructor: new () => Worker
  export default Constructor
}
