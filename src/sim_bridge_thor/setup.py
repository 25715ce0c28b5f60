from setuptools import find_packages, setup

package_name = "sim_bridge_thor"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=[
        "setuptools",
        "ai2thor",
        "numpy",
        "scipy",
    ],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="AI2-THOR bridge",
    license="Apache-2.0",
    entry_points={
        "console_scripts": [
            "bridge = sim_bridge_thor.start:bridge",
        ],
    },
)
