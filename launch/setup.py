from pathlib import Path

from setuptools import find_packages, setup

package_name = "pred_bringup"


def shared(folder: str, pattern: str) -> tuple[str, list[str]]:
    """Return where the files of a folder are installed, and the files."""
    return f"share/{package_name}/{folder}", sorted(str(path) for path in Path(folder).glob(pattern))


setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
        shared("launch", "*.launch.py"),
        shared("config", "*.yaml"),
        shared("rviz", "*.rviz"),
    ],
    install_requires=["setuptools", "PyYAML"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="Launch files, parameters, layouts and the task runner of PRED",
    license="Apache-2.0",
    entry_points={
        "console_scripts": ["run_task = pred_bringup.start:run_task"],
    },
)
