// The written plans. A new one is a JSON file in plans/ and a line in each of the two lists below.
import accessibilityCheck from './plans/accessibility-check.json' with { type: 'json' }
import animation from './plans/animation.json' with { type: 'json' }
import api from './plans/api.json' with { type: 'json' }
import articles from './plans/articles.json' with { type: 'json' }
import automatedTests from './plans/automated-tests.json' with { type: 'json' }
import automation from './plans/automation.json' with { type: 'json' }
import book from './plans/book.json' with { type: 'json' }
import bookkeeping from './plans/bookkeeping.json' with { type: 'json' }
import brand from './plans/brand.json' with { type: 'json' }
import browserExtension from './plans/browser-extension.json' with { type: 'json' }
import campaign from './plans/campaign.json' with { type: 'json' }
import chatbot from './plans/chatbot.json' with { type: 'json' }
import course from './plans/course.json' with { type: 'json' }
import dashboard from './plans/dashboard.json' with { type: 'json' }
import dataAnalysis from './plans/data-analysis.json' with { type: 'json' }
import dataCleaning from './plans/data-cleaning.json' with { type: 'json' }
import database from './plans/database.json' with { type: 'json' }
import digitisation from './plans/digitisation.json' with { type: 'json' }
import documentation from './plans/documentation.json' with { type: 'json' }
import event from './plans/event.json' with { type: 'json' }
import exhibition from './plans/exhibition.json' with { type: 'json' }
import fundraising from './plans/fundraising.json' with { type: 'json' }
import game from './plans/game.json' with { type: 'json' }
import hardwarePrototype from './plans/hardware-prototype.json' with { type: 'json' }
import illustration from './plans/illustration.json' with { type: 'json' }
import landingPage from './plans/landing-page.json' with { type: 'json' }
import localisation from './plans/localisation.json' with { type: 'json' }
import machineLearning from './plans/machine-learning.json' with { type: 'json' }
import map from './plans/map.json' with { type: 'json' }
import migration from './plans/migration.json' with { type: 'json' }
import mobileApp from './plans/mobile-app.json' with { type: 'json' }
import newsletter from './plans/newsletter.json' with { type: 'json' }
import onlineShop from './plans/online-shop.json' with { type: 'json' }
import openSourceRelease from './plans/open-source-release.json' with { type: 'json' }
import performance from './plans/performance.json' with { type: 'json' }
import photography from './plans/photography.json' with { type: 'json' }
import podcast from './plans/podcast.json' with { type: 'json' }
import presentation from './plans/presentation.json' with { type: 'json' }
import print from './plans/print.json' with { type: 'json' }
import research from './plans/research.json' with { type: 'json' }
import securityReview from './plans/security-review.json' with { type: 'json' }
import seo from './plans/seo.json' with { type: 'json' }
import socialMedia from './plans/social-media.json' with { type: 'json' }
import socialProject from './plans/social-project.json' with { type: 'json' }
import survey from './plans/survey.json' with { type: 'json' }
import translation from './plans/translation.json' with { type: 'json' }
import uiDesign from './plans/ui-design.json' with { type: 'json' }
import userResearch from './plans/user-research.json' with { type: 'json' }
import video from './plans/video.json' with { type: 'json' }
import webApp from './plans/web-app.json' with { type: 'json' }
import website from './plans/website.json' with { type: 'json' }
import workshop from './plans/workshop.json' with { type: 'json' }

/** The usual tasks of one kind of project, as somebody of that field would plan them. */
export type Plan = {
  name: string
  /** What people call such a project. */
  words: string[]
  /** Skills that such a project asks for. They tell two plans apart, and choose none alone. */
  skills: string[]
  tasks: PlannedTask[]
}
export type PlannedTask = { title: string; description: string; doneWhen: string[]; hours: number }

export const plans: readonly Plan[] = [
  accessibilityCheck,
  animation,
  api,
  articles,
  automatedTests,
  automation,
  book,
  bookkeeping,
  brand,
  browserExtension,
  campaign,
  chatbot,
  course,
  dashboard,
  dataAnalysis,
  dataCleaning,
  database,
  digitisation,
  documentation,
  event,
  exhibition,
  fundraising,
  game,
  hardwarePrototype,
  illustration,
  landingPage,
  localisation,
  machineLearning,
  map,
  migration,
  mobileApp,
  newsletter,
  onlineShop,
  openSourceRelease,
  performance,
  photography,
  podcast,
  presentation,
  print,
  research,
  securityReview,
  seo,
  socialMedia,
  socialProject,
  survey,
  translation,
  uiDesign,
  userResearch,
  video,
  webApp,
  website,
  workshop,
]
