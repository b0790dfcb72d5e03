# Builds the same package as `npm run package`, and runs it without root. docs/operations.md, "Containers".
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run package -- --platform linux-x64 \
  && mkdir /opt/wenkao \
  && tar -xzf dist/package/wenkao-*-linux-x64.tar.gz -C /opt/wenkao --strip-components=1

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin wenkao \
  && install -d -o wenkao -g wenkao -m 0700 /data
COPY --from=build /opt/wenkao /opt/wenkao
USER wenkao
ENV NODE_ENV=production HOST=0.0.0.0 PORT=443 WENKAO_DATA=/data/wenkao MALLOC_ARENA_MAX=1
VOLUME /data
EXPOSE 443 80
# Docker lets any user open low ports in a container. The server speaks HTTPS or HTTP on the same port. Its certificate names the school's address, not this machine.
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 \
  CMD ["/opt/wenkao/node", "--no-warnings", "-e", "process.env.NODE_TLS_REJECT_UNAUTHORIZED='0';const ask=(s)=>fetch(s+'://127.0.0.1:'+process.env.PORT+'/healthz');ask('https').catch(()=>ask('http')).then((r)=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/opt/wenkao/wenkao"]
CMD ["start"]
