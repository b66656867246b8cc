# Chuhe in a container: the browser app, or the engine alone. docs/container.md says how it is built and run.

# The app: files that the program will contain.
FROM node:22-bookworm-slim AS app
WORKDIR /chuhe/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY web ./
RUN npm run --silent build

# The program. The image of Rust has the compiler and the linker that it needs.
FROM rust:1-slim-bookworm AS program
WORKDIR /chuhe
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY crates crates
COPY --from=app /chuhe/web/dist web/dist
# The list of licences that `chuhe licenses` prints.
COPY web/public/licences.txt web/public/licences.txt
# RUSTFLAGS="-C target-cpu=x86-64" makes a program for processors before 2013.
ARG RUSTFLAGS
RUN cargo build --release --locked

# What is shipped: the system's C library, the program, its licences, and a user who may write to /data alone.
FROM debian:bookworm-slim
COPY LICENSE-APACHE LICENSE-MIT web/public/licences.txt /usr/share/doc/chuhe/
COPY --from=program /chuhe/target/release/chuhe /usr/local/bin/chuhe
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin chuhe \
    && mkdir /data && chown chuhe /data
USER chuhe
# Games of `chuhe play` and the rooms of `chuhe serve --share`.
ENV XDG_DATA_HOME=/data
VOLUME /data
WORKDIR /data
EXPOSE 8088
ENTRYPOINT ["chuhe"]
# Inside the container every address is meant; which of yours it is, `docker run --publish` says.
CMD ["serve", "--host", "0.0.0.0", "--port", "8088"]
