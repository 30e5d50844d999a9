/** What a build may be told. Unset means: the server that serves the app, and no analytics. */
interface ImportMetaEnv {
  readonly VITE_SERVER_URL?: string
  readonly VITE_ANALYTICS_URL?: string
  readonly VITE_ANALYTICS_KEY?: string
}
