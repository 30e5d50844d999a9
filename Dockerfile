# The server with its web build. Build: docker build --build-arg SOURCE_COMMIT=$(git rev-parse --short=9 HEAD) -t guildhall .
# docs/operations.md tells how to run it; compose.yaml is an example with everything around it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc* ./
# No package's own steps: they fetch Electron and browsers, which nothing here opens.
RUN npm ci --ignore-scripts
COPY . .
# The commit that the version names; without it the version is the release's alone.
ARG SOURCE_COMMIT
RUN SOURCE_COMMIT=$SOURCE_COMMIT node scripts/build.mjs server web

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
# All but two packages are in the build: the password hash is native, and so is what it needs.
COPY --from=build /app/node_modules/@node-rs ./node_modules/@node-rs
COPY --from=build /app/out/server ./out/server
COPY --from=build /app/out/web ./out/web
# Uploads on their way, and stored ones unless a bucket is configured.
RUN install -d -o node -g node /data
USER node
VOLUME /data
ENV GUILDHALL_HOST=0.0.0.0 GUILDHALL_DATA_DIR=/data GUILDHALL_WAIT=60 GUILDHALL_DRAIN_SECONDS=5 GUILDHALL_STOP_SECONDS=20
EXPOSE 4310
# Whether it can work, with its database; a balancer asks the same.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4310/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm or a shell: the program itself gets the signals.
ENTRYPOINT ["node", "out/server/main.js"]
