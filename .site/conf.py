"Settings of Sphinx. build.py writes the sources; this folder has what they are not made from."
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from report_pages import slug  # noqa: E402

project = "memdml"
author = "memdml contributors"
suppress_warnings = ["config.cache"]  # of the function that makes anchors
extensions = ["myst_nb", "book"]

nb_execution_mode = "off"
nb_render_markdown_format = "myst"
nb_mime_priority_overrides = [("html", "text/markdown", 5)]
myst_enable_extensions = ["amsmath", "attrs_block", "colon_fence", "dollarmath"]
myst_heading_anchors = 4
myst_heading_slug_func = slug
myst_dmath_double_inline = True

language = "en"
smartquotes = False
default_role = None
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
toc_object_entries = False
add_module_names = False
html_copy_source = False
html_show_sphinx = False
html_domain_indices = False
html_use_index = False  # search and the pages of the reference have all names
html_additional_pages = {"search": "search.html"}  # of Pagefind, in place of Sphinx's own
# equations without a network: MathJax comes from a package (build.py copies it)
mathjax_path = "mathjax/startup.js"
mathjax3_config = {
    "loader": {"load": ["input/tex", "output/chtml"]},
    "options": {"enableMenu": False}, "chtml": {"displayAlign": "center"}}

html_theme = "furo"
html_title = "memdml"
html_favicon = str(HERE / "static" / "icon.svg")
templates_path = ["templates"]
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_js_files = [("code.js", {"defer": "defer"})]
html_theme_options = {"navigation_with_keys": True}
pygments_style = "default"
pygments_dark_style = "github-dark"
