# The documentation site: `make docs` runs Sphinx over this folder and Doxygen over the public headers.
import os

project = "Swell"
author = "The Swell authors"
copyright = "The Swell authors, Apache-2.0"
extensions = ["myst_parser", "sphinxcontrib.bibtex", "sphinx_copybutton"]
myst_enable_extensions = ["dollarmath", "amsmath", "deflist"]
myst_heading_anchors = 3
myst_dmath_double_inline = True
bibtex_bibfiles = ["bibliography.bib"]
bibtex_reference_style = "author_year"
exclude_patterns = ["Thumbs.db"]
html_theme = "furo"
html_title = "Swell"
copybutton_prompt_text = "$ "
nitpicky = True

# Formulae are set by KaTeX from Debian's libjs-katex, copied into the site: it reads offline.
katex = "/usr/share/javascript/katex"
html_static_path = [path for path in (katex,) if os.path.isdir(path)]
html_css_files = ["katex.min.css"]
html_js_files = ["katex.min.js", "contrib/auto-render.js", ("", {"body": """
document.addEventListener("DOMContentLoaded", () => renderMathInElement(document.body, {throwOnError: false, delimiters: [
  {left: "\\\\[", right: "\\\\]", display: true}, {left: "\\\\(", right: "\\\\)", display: false}]}));"""})]


def math(inline):
    """HTML of a formula between the delimiters that KaTeX's auto-render looks for."""

    def visit(self, node):
        from docutils import nodes
        text = self.encode(node.astext())
        if inline:
            self.body.append(self.starttag(node, "span", "", CLASS="math") + r"\(" + text + r"\)</span>")
        else:
            self.body.append(self.starttag(node, "div", CLASS="math") + r"\[" + text + r"\]</div>")
        raise nodes.SkipNode

    return visit


def setup(app):
    app.add_html_math_renderer("katex", inline_renderers=(math(True), None), block_renderers=(math(False), None))


html_math_renderer = "katex"
