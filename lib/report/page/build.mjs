// Bundles the page's script and style: node build.mjs OUTPUT_FOLDER. Run by `make report-assets` in a copy beside node_modules.
import * as esbuild from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const out = process.argv[2] ?? ".";
mkdirSync(out, { recursive: true });
for (const [entry, file] of [["src/plain.js", "plain.js"], ["src/scene.js", "scene.js"]]) {
  const result = await esbuild.build({
    entryPoints: [entry], bundle: true, minify: true, format: "iife", target: "es2020", legalComments: "eof", write: false,
    globalName: entry.includes("scene") ? "SwellScene" : undefined, charset: "ascii",
  });
  // "</script" in a string would end the element that holds the bundle.
  writeFileSync(`${out}/${file}`, result.outputFiles[0].text.replaceAll("</script", "<\\/script"));
}
writeFileSync(`${out}/page.css`, readFileSync("node_modules/uplot/dist/uPlot.min.css", "utf8") + readFileSync("src/page.css", "utf8"));
copyFileSync("src/page.html", `${out}/page.html`);
