from setuptools import find_packages, setup

package_name = "sim_bridge_thor"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed"], package_name + ".player": ["data/*.json"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=["setuptools", "numpy", "numba", "procthor", "ai2thor"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="AI2-THOR bridge and embedded player",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "bridge = sim_bridge_thor.start:bridge",
            "pred-thor-player = sim_bridge_thor.player.main:main",
        ],
    },
)
