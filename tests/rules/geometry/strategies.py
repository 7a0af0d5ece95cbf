"""What hypothesis draws: points, angles, hulls and simple rings on and round a table."""

from hypothesis import strategies as st

from rules.geometry.hulls import Hull
from rules.geometry.lengths import along
from rules.geometry.rings import Ring

inches = st.floats(-60, 60, allow_nan=False).map(lambda value: round(value, 3))
points = st.tuples(inches, inches)
degrees = st.floats(0, 360, exclude_max=True).map(lambda value: round(value, 2))
hulls = st.builds(
    Hull, centre=points, heading=degrees, length=st.integers(2, 8).map(float), width=st.integers(1, 4).map(float)
)


@st.composite
def rings(draw: st.DrawFn) -> Ring:
    """A star-shaped, often concave ring of three to eight corners."""
    centre = draw(points)
    count = draw(st.integers(3, 8))
    reaches = draw(st.lists(st.floats(1, 10), min_size=count, max_size=count))
    return tuple(along(centre, 360 * i / count, reach) for i, reach in enumerate(reaches))
