"""The live figure as a widget; imported only where a kernel runs."""

import anywidget
import traitlets

from taotp.page.bundle import module


class FigureWidget(anywidget.AnyWidget):
    """A figure whose state a kernel can read, set and observe."""

    _esm = module()
    spec = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    outcome = traitlets.Unicode("").tag(sync=True)
