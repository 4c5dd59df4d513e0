// @ts-check
// Runs Python beside the page: boots it, runs cells, tells what they show. It is made of a text by
// the page, so that the page's own rules hold in it: it reaches what the page may reach.

{
  /** @typedef {{ url: string, bytes: number }} Load */
  /**
   * @typedef {{ base: string, core: Load[], ours: Load, later: Record<string, Load[]>,
   *   lock: string, version: string }} Setup
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

  // All files, from what the browser keeps or from where the page is from.
  /** @param {Load[]} files @param {Cache | null} store */
  async function brought(files, store) {
    const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
    let have = 0;
    const mb = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(0);
    const tell = (/** @type {number} */ more) => {
      have += more;
      step(`Python for this page: ${mb(have)} of ${mb(all)} MB.`, 0.8 * have / all);
    };
    /** @type {Map<string, ArrayBuffer>} */
    const held = new Map();
    await Promise.all(files.map(async ({ url }) => {
      const kept = await keptAt(store, url);
      const response = kept ?? await fetch(url);
      if (!response.ok) throw new Error(`${url} is not there (${response.status})`);
      const bytes = await bytesOf(response, tell);
      held.set(url, bytes);
      if (!kept) store?.put(url, new Response(bytes.slice(0))).catch(() => {});
    }));
    return held;
  }

  // Python asks for its files by `fetch`; those that are here already it gets from here.
  /** @param {Map<string, ArrayBuffer>} held */
  function answerFrom(held) {
    const ask = fetch.bind(self);
    scope.fetch = (/** @type {any} */ what, /** @type {any} */ how) => {
      const url = String(what?.url ?? what);
      const bytes = held.get(url);
      if (!bytes) return ask(what, how);
      const type = url.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
      return Promise.resolve(new Response(bytes, { headers: { "content-type": type } }));
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

  /** @type {any} */
  let cells = null;
  /** @type {(() => Promise<unknown>) | null} */
  let whenIdle = null;

  // Starting Python from nothing takes seconds; its memory right after that is always the same, so
  // the browser keeps it, and begins with it the next time. It is packed once nobody waits.
  /**
   * @param {(how: any) => Promise<any>} load @param {Record<string, unknown>} how
   * @param {Cache | null} store @param {string} base
   */
  async function started(load, how, store, base) {
    const name = `${base}memory`;
    const kept = await keptAt(store, name);
    if (kept)
      try {
        const unpacked = kept.body.pipeThrough(new DecompressionStream("gzip"));
        const memory = new Uint8Array(await new Response(unpacked).arrayBuffer());
        return await load({ ...how, _loadSnapshot: memory });
      } catch {
        await store.delete(name);
      }
    const python = await load(store ? { ...how, _makeSnapshot: true } : how);
    if (store) {
      const memory = new Blob([python.makeMemorySnapshot()]);
      whenIdle = () => store.put(name,
        new Response(memory.stream().pipeThrough(new CompressionStream("gzip"))));
    }
    return python;
  }

  /** @param {Setup} setup */
  async function boot({ base, core, ours, later, lock, version }) {
    const store = await storeOf(version);
    const held = await brought([...core, ours], store);
    const packed = held.get(ours.url);
    const asBefore = answerFrom(held);
    step("Python starts.", 0.85);
    const { loadPyodide } = await import(`${base}pyodide.mjs`);
    const env = { HOME: "/home/pyodide", MPLBACKEND: "svg", TAOTP_PAGE: "1" };
    const where = { indexURL: base, packageBaseUrl: base, lockFileContents: lock };
    const python = await started(loadPyodide, { ...where, env }, store, base);
    step("numpy starts.", 0.95);
    await python.loadPackage("numpy", { messageCallback() {} });
    asBefore();
    python.unpackArchive(packed, "zip", { extractDir: SITE });
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
      if (data.kind === "run") await whenIdle?.().catch(() => {});
      if (data.kind === "run") whenIdle = null;
    } catch (error) {
      postMessage({ kind: "broken", words: String(/** @type {Error} */ (error).message ?? error) });
    }
  };
}
