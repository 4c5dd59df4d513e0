// @ts-check
// Runs Python beside the page: boots it, runs cells, tells what they show. It is made of a text by
// the page, so that the page's own rules hold in it: it reaches what the page may reach.

{
  /** @typedef {{ url: string, bytes: number }} Load */
  /**
   * @typedef {{ base: string, core: Load[], ours: Load, later: Record<string, Load[]>,
   *   early: string[], library: string, lock: string, version: string }} Setup
   */
  const scope = /** @type {any} */ (self);
  const STORE = "transformers-by-hand-python";
  const SITE = "/lib/python3.14/site-packages";

  /** @param {string} words @param {number} [part] */
  const step = (words, part) => postMessage({ kind: "step", words, part });

  // The browser keeps files by their address, which says what is in them; where it keeps nothing
  // the next page asks for them again.
  /** @param {string} version */
  async function storeOf(version) {
    try {
      const name = `${STORE} ${version}`;
      for (const each of await caches.keys())
        if (each.startsWith(STORE) && each !== name) await caches.delete(each);
      return await caches.open(name);
    } catch {
      return null;
    }
  }

  /** @param {Cache | null} store @param {string} url */
  async function keptAt(store, url) {
    try {
      return await store?.match(url);
    } catch {
      return undefined;
    }
  }

  /** @param {Response} response @param {(bytes: number) => void} tell */
  async function bytesOf(response, tell) {
    const parts = [];
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts).arrayBuffer();
      parts.push(value);
      tell(value.length);
    }
  }

  // Files are named by what is in them, and never change.
  const ask = fetch.bind(self);
  /** @param {string} url */
  const fromHost = (url) => ask(url, { cache: "force-cache" });

  // All files, from what the browser keeps or from where the page is from; they come at once.
  /**
   * @param {Load[]} files @param {Cache | null} store
   * @returns {Map<string, Promise<ArrayBuffer>>}
   */
  function brought(files, store) {
    const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
    let have = 0;
    const mb = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(0);
    const tell = (/** @type {number} */ more) => {
      have += more;
      step(`Python for this page: ${mb(have)} of ${mb(all)} MB.`, 0.8 * have / all);
    };
    return new Map(files.map(({ url }) => [url, (async () => {
      const kept = await keptAt(store, url);
      const response = kept ?? await fromHost(url);
      if (!response.ok) throw new Error(`${url} is not there (${response.status})`);
      const bytes = await bytesOf(response, tell);
      if (!kept) store?.put(url, new Response(bytes.slice(0))).catch(() => {});
      return bytes;
    })()]));
  }

  // Python asks for its files by `fetch`; those that come already it gets from here. What is to be
  // compiled is asked for once more: what a browser compiled it keeps with what came from a host.
  /** @param {Map<string, Promise<ArrayBuffer>>} coming */
  function answerFrom(coming) {
    scope.fetch = async (/** @type {any} */ what, /** @type {any} */ how) => {
      const url = String(what?.url ?? what);
      if (!coming.has(url)) return ask(what, how);
      const bytes = await coming.get(url);
      const isCode = url.endsWith(".wasm");
      const [anew] = isCode ? await Promise.allSettled([fromHost(url)]) : [];
      if (anew?.status === "fulfilled" && anew.value.ok) return anew.value;
      const type = isCode ? "application/wasm" : "application/octet-stream";
      return new Response(bytes, { headers: { "content-type": type } });
    };
    return () => {
      scope.fetch = ask;
    };
  }

  // What a cell imports later is brought while the import waits, as nothing else can happen then.
  /** @param {Record<string, Load[]>} later */
  const bringer = (later) => /** @param {string} name */ (name) => {
    const files = later[name] ?? [];
    const mb = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    step(`${name}: ${mb.toFixed(0)} MB more.`);
    return files.map(({ url }) => {
      const asked = new XMLHttpRequest();
      asked.open("GET", url, false);
      asked.responseType = "arraybuffer";
      asked.send();
      if (asked.status !== 200) throw new Error(`${url} is not there (${asked.status})`);
      return new Uint8Array(asked.response);
    });
  };

  // Of another library nothing is kept.
  /** @param {Cache} store @param {string[]} wanted */
  async function keepOnly(store, wanted) {
    for (const { url } of await store.keys())
      if (!wanted.includes(url)) await store.delete(url);
  }

  /** @type {any} */
  let cells = null;
  /** @type {(() => Promise<unknown>)[]} */
  const whenIdle = []; // what is kept for the next page, once nobody waits

  // Starting Python from nothing takes seconds; its memory right after that is always the same, so
  // the browser keeps it, and begins with it the next time. It is packed once nobody waits. What
  // numpy and figures import of Python's own library is in it, as the first cell wants it at once.
  /**
   * @param {(how: any) => Promise<any>} load @param {Record<string, unknown>} how
   * @param {Cache | null} store @param {Setup} setup
   */
  async function started(load, how, store, { base, early }) {
    const name = `${base}memory`;
    const kept = await keptAt(store, name);
    if (kept)
      try {
        return await load({ ...how, _loadSnapshot: await unpacked(kept) });
      } catch {
        await store.delete(name);
      }
    const python = await load(store ? { ...how, _makeSnapshot: true } : how);
    if (store) {
      python.runPython(`import ${early.join(", ")}`);
      const memory = python.makeMemorySnapshot();
      whenIdle.push(() => keepAt(store, name, memory));
    }
    return python;
  }

  /** @param {Response} kept */
  const unpacked = async (kept) => new Uint8Array(await new Response(
    kept.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());

  /** @param {Cache} store @param {string} name @param {Uint8Array<ArrayBuffer>} bytes */
  const keepAt = (store, name, bytes) => store.put(name,
    new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))));

  // Modules come as texts, and are compiled when they are imported: the browser keeps what came of
  // that as well, for as long as the texts are the same. It is there before the first is imported.
  /** @typedef {{new: () => {toJs: () => Uint8Array<ArrayBuffer>, destroy: () => void}?}} Found */
  /**
   * @param {{ runPython: (code: string) => (site: string) => Found,
   *   unpackArchive: (bytes: Uint8Array, format: string, how: object) => void }} python
   * @param {Cache | null} store @param {string} name
   */
  async function withCompiled(python, store, name) {
    if (!store) return;
    const kept = await keptAt(store, name);
    if (kept) python.unpackArchive(await unpacked(kept), "zip", { extractDir: SITE });
    const make = python.runPython("from taotp.page.python.compiled import Compiled; Compiled");
    const compiled = make(SITE);
    whenIdle.push(async function keep() {
      const found = compiled.new();
      if (found) await keepAt(store, name, found.toJs());
      found?.destroy();
      whenIdle.push(keep); // what another cell imports
    });
  }

  /** @param {Setup} setup */
  async function boot(setup) {
    const { base, core, ours, later, library, lock, version } = setup;
    const store = await storeOf(version);
    const name = `${base}compiled-${library}`;
    const wanted = [...core, ours, { url: `${base}memory` }, { url: name }];
    if (store) whenIdle.push(() => keepOnly(store, wanted.map(({ url }) => url)));
    const coming = brought([...core, ours], store);
    Promise.all(coming.values()).then(() => step("Python starts.", 0.85), () => {});
    const asBefore = answerFrom(coming);
    const { loadPyodide } = await import(`${base}pyodide.mjs`);
    const env = { HOME: "/home/pyodide", MPLBACKEND: "svg", TAOTP_PAGE: "alive" };
    const where = { indexURL: base, packageBaseUrl: base, lockFileContents: lock };
    const [python] = await Promise.all([
      started(loadPyodide, { ...where, env }, store, setup), ...coming.values()]);
    step("numpy starts.", 0.95);
    await python.loadPackage("numpy", { messageCallback() {} });
    asBefore();
    python.unpackArchive(await coming.get(ours.url), "zip", { extractDir: SITE });
    await withCompiled(python, store, name);
    const make = python.runPython("from taotp.page.python.door import open_door; open_door");
    cells = make(
      (/** @type {string} */ text) => postMessage(JSON.parse(text)),
      bringer(later), Object.keys(later), SITE);
    postMessage({ kind: "ready" });
  }

  onmessage = async ({ data }) => {
    try {
      if (data.kind === "boot") await boot(data.setup);
      else await cells(JSON.stringify(data));
      if (data.kind === "run")
        for (const keep of whenIdle.splice(0)) await keep().catch(() => {});
    } catch (error) {
      postMessage({ kind: "broken", words: String(/** @type {Error} */ (error).message ?? error) });
    }
  };
}
