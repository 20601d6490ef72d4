import { hostAndPort } from '@errata/edges/service';
import { answerRequests, Listener, RequestLog, type SeenRequest } from '@errata/upstream/simulator';
import { type Certificate, createCertificate, SecureServer } from './tls.js';
import { createChaos, wellBehaved, type ChaosOptions } from './conditions.js';
import { createDeviceState, type DeviceState } from './device-state.js';
import { createAnswer } from './rest/create-answer.js';

export interface DeviceOptions {
  readonly index: number;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly version: string;
  readonly seed: number;
  readonly sessionCap: number;
  readonly certificate: Certificate;
  readonly certificateHosts: readonly string[];
  readonly now: () => number;
}

/** A simulated router: it keeps its configuration, and breaks on demand. */
export class SimulatedDevice {
  readonly name: string;
  readonly username: string;
  readonly state: DeviceState;
  readonly #options: DeviceOptions;
  readonly #conditions = wellBehaved();
  readonly #server: SecureServer;
  readonly #listener: Listener;
  readonly #log = new RequestLog();
  #password: string;
  #version: string;
  #certificate: Certificate;

  constructor(options: DeviceOptions) {
    this.#options = options;
    this.name = options.name;
    this.username = options.username;
    this.#password = options.password;
    this.#version = options.version;
    this.#certificate = options.certificate;
    this.state = createDeviceState({ ...options, version: () => this.#version });
    const login = (): { username: string; password: string } => this;
    const answer = createAnswer({
      state: this.state,
      conditions: this.#conditions,
      get login() {
        return login();
      },
      sessionCap: options.sessionCap,
    });
    this.#server = new SecureServer({
      certificate: options.certificate,
      isMute: () => this.#conditions.acceptOnly,
      answer: answerRequests(answer, this.#log.note),
    });
    const { host, port } = options;
    this.#listener = new Listener({ host, port, create: () => this.#server.create() });
  }

  /** `host:port`; the port is known after the first start. */
  get address(): string {
    return hostAndPort(this.#options.host, this.#listener.port);
  }

  get password(): string {
    return this.#password;
  }

  get version(): string {
    return this.#version;
  }

  /** SHA-256 of the certificate, `AB:CD:…`. */
  get fingerprint(): string {
    return this.#certificate.fingerprint;
  }

  /** The certificate, which is its own authority. PEM. */
  get ca(): string {
    return this.#certificate.cert;
  }

  /** The latest requests, oldest first. */
  get requests(): readonly SeenRequest[] {
    return this.#log.requests;
  }

  /** Switch on; on the same port as before. */
  start(): Promise<void> {
    return this.#listener.open();
  }

  /** Switch off: the port is closed and every connection breaks. What the device knows, it keeps. */
  stop(): Promise<void> {
    return this.#listener.close();
  }

  /** Answer so many milliseconds late. What is asked for is done at once. */
  setDelay(milliseconds: number): void {
    this.#conditions.delay = milliseconds;
  }

  setPassword(password: string): void {
    this.#password = password;
  }

  setVersion(version: string): void {
    this.#version = version.includes('(') ? version : `${version} (stable)`;
  }

  /** Send half of each body, then break the connection. */
  cutBodies(on: boolean): void {
    this.#conditions.cutBodies = on;
  }

  /** Fail at everything with this HTTP status, until told otherwise. */
  failWith(status: number | undefined): void {
    this.#conditions.failWith = status;
  }

  /** Do what is asked, then break the connection instead of answering. Reads are answered. */
  swallowWrites(on: boolean): void {
    this.#conditions.swallowWrites = on;
  }

  /** Check what is asked and answer as if it were done, but change nothing. */
  ignoreWrites(on: boolean): void {
    this.#conditions.ignoreWrites = on;
  }

  /** Accept connections, but never speak TLS. */
  acceptOnly(on: boolean): void {
    this.#conditions.acceptOnly = on;
    this.#listener.disconnect();
  }

  /** Get a new certificate; connections break, as they do when the service restarts. */
  renewCertificate(): void {
    const { certificateHosts, now } = this.#options;
    this.#certificate = createCertificate(this.name, certificateHosts, now());
    this.#server.present(this.#certificate);
    this.#listener.disconnect();
  }

  /** Forget a menu and all below it, as if its package were not installed. */
  removeMenu(path: string): void {
    this.state.removeMenu(path);
  }

  disableInterface(name: string): void {
    this.state.disableInterface(name);
  }

  fillLog(lines: number): void {
    this.state.fillLog(lines);
  }

  fillRoutes(count: number): void {
    this.state.fillRoutes(count);
  }

  /** Let requests go wrong by chance; undefined ends it. */
  setChaos(options: ChaosOptions | undefined): void {
    this.#conditions.chaos = options === undefined ? undefined : createChaos(options);
  }
}
