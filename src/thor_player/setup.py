from setuptools import find_packages, setup

package_name = "thor_player"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed", "data/*"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    python_requires=">=3.12",
    install_requires=["setuptools", "msgpack", "numba", "numpy", "pillow", "procthor", "scipy"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="AI2-THOR's rooms without Unity: an executable that the unmodified ai2thor client starts and drives",
    license="Apache-2.0",
    entry_points={"console_scripts": ["pred-thor-player = thor_player.main:main"]},
)
