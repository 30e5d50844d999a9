/** The suggestions of the skills field; any other skill can be typed. */
export const skillCatalogue: readonly string[] = (
  'Accessibility, Android, Angular, Animation, AWS, Blender, Branding, C#, C++, Copywriting, CSS, Data Analysis, ' +
  'Data Visualisation, Docker, Editing, Electron, Excel, Figma, Flutter, Fundraising, Git, GIS, Go, Godot, Graphic Design, GraphQL, ' +
  'HTML, Illustration, iOS, Java, JavaScript, Kotlin, Kubernetes, Linux, Machine Learning, Marketing, MongoDB, Next.js, Node.js, ' +
  'Performance, Photography, PHP, PostgreSQL, Product Management, Project Management, Proofreading, Python, React, React Native, Redis, ' +
  'Research, Ruby, Rust, Security, SEO, Social Media, SQL, Statistics, Svelte, Swift, Technical Writing, Terraform, Testing, ' +
  'Translation, TypeScript, Typography, UI Design, Unity, UX Design, Video Editing, Vue, WordPress, Writing'
).split(', ')
