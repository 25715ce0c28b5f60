from setuptools import find_packages, setup

package_name = "pred_tools"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed", "view/web/*"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=[
        "setuptools",
        "PyYAML",
        "anyio",
        "foxglove-sdk",
        "mcap",
        "mcp",
        "numpy",
        "pillow",
        "py_trees",
        "zstandard",
    ],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="Recording, replay, the live view, and the story, cards, map and film of a run",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "explain = pred_tools.explain:main",
            "bag = pred_tools.start:bag",
            "replay = pred_tools.start:replay",
            "recorder = pred_tools.start:recorder",
            "view = pred_tools.start:view",
        ],
    },
)
