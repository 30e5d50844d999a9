# An image of the server with its web build: docker build --build-arg SOURCE_COMMIT=$(git rev-parse --short=9 HEAD) -t guildhall .
# docs/operations.md tells how to run it; compose.yaml is an example with database, proxy and file store.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc* ./
# Install scripts of packages would download Electron and browsers, which the image does not need.
RUN npm ci --ignore-scripts
COPY . .
# The server shows this commit with its version; without it, the version alone.
ARG SOURCE_COMMIT
RUN SOURCE_COMMIT=$SOURCE_COMMIT node scripts/build.mjs server web

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
# The build contains all packages but the native modules that hash passwords and read pictures.
COPY --from=build /app/node_modules/@node-rs ./node_modules/@node-rs
COPY --from=build /app/node_modules/@img ./node_modules/@img
COPY --from=build /app/node_modules/sharp ./node_modules/sharp
COPY --from=build /app/node_modules/detect-libc ./node_modules/detect-libc
COPY --from=build /app/node_modules/semver ./node_modules/semver
COPY --from=build /app/out/server ./out/server
COPY --from=build /app/out/web ./out/web
# This folder has uploads on their way, and stored files unless a bucket is configured.
RUN install -d -o node -g node /data
USER node
VOLUME /data
ENV GUILDHALL_HOST=0.0.0.0 GUILDHALL_DATA_DIR=/data GUILDHALL_WAIT=60 GUILDHALL_DRAIN_SECONDS=5 GUILDHALL_STOP_SECONDS=20
EXPOSE 4310
# The image is healthy while server and database can answer calls; a balancer asks the same address.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4310/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The program is started without npm or a shell, so that it gets the signals.
ENTRYPOINT ["node", "out/server/main.js"]
