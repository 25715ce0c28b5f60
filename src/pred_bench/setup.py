from pathlib import Path

from setuptools import find_packages, setup

package_name = "pred_bench"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
        (f"share/{package_name}/suites", sorted(str(path) for path in Path("suites").glob("*.json*"))),
    ],
    install_requires=["setuptools", "numpy", "PyYAML", "scipy", "tqdm"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="The benchmark: tasks done by the whole ROS graph, judged by the world",
    license="Apache-2.0",
    entry_points={"console_scripts": ["bench = pred_bench.main:main"]},
)
